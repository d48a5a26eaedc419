#!/bin/sh
# Makes the secrets that nobody else gives, and an empty file for each of the others. Existing files stay as they are.
#   deploy/make-secrets.sh compose   for compose.yaml, into deploy/secrets
#   deploy/make-secrets.sh host      for systemd, into /etc/moneytrail
set -eu
umask 077
case ${1:-} in
  compose)
    others=$(dirname "$0")/secrets
    own=$others/moneytrail
    owner=10001:10001
    database=postgres
    bus=nats
    ;;
  host)
    others=/etc/moneytrail/services
    own=/etc/moneytrail/secrets
    owner=root:moneytrail
    database=127.0.0.1
    bus=127.0.0.1
    ;;
  *)
    echo "Usage: $0 compose|host" >&2
    exit 2
    ;;
esac

# The content comes from standard input; a file that exists stays as it is.
write() {
  if [ -s "$1" ]; then cat >/dev/null; else cat >"$1"; fi
}

random() {
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

mkdir -p "$own" "$others/postgres" "$others/nats" "$others/grafana"
random | write "$others/postgres/password"
random | write "$others/grafana/password"
random | write "$others/nats/password"
printf 'authorization { user: "moneytrail", password: "%s" }\n' "$(cat "$others/nats/password")" >"$others/nats/login.conf"
random | write "$own/AUTH_SECRET"
printf 'postgres://moneytrail:%s@%s/moneytrail\n' "$(cat "$others/postgres/password")" "$database" | write "$own/DATABASE_URL"
printf 'nats://moneytrail:%s@%s:4222\n' "$(cat "$others/nats/password")" "$bus" | write "$own/NATS_URL"
for name in FMP_API_KEY TIINGO_TOKEN SMTP_URL TWILIO_AUTH_TOKEN PAYPAL_CLIENT_SECRET; do
  [ -e "$own/$name" ] || : >"$own/$name"
done
# Each service reads its own as a user of its own; the folder above keeps everybody else out.
chmod 700 "$others"
chmod 755 "$others/postgres" "$others/nats" "$others/grafana"
chmod 644 "$others"/postgres/* "$others"/nats/* "$others"/grafana/*
chown -R "$owner" "$own"
chmod 750 "$own"
chmod 640 "$own"/*
echo "Fill these files in $own:"
find "$own" -type f -empty -exec basename {} \; | sort
