import {
  STREAM_CLOSE,
  STREAM_CONFLATION_MS,
  STREAM_FULL_RETRY_MS,
  STREAM_HEARTBEAT_MS,
  STREAM_PATH,
  streamMessage,
  streamRequest,
} from '@moneytrail/contract';
import { CLOSE_NOTES, MESSAGE_NOTES } from '@moneytrail/contract/described';
import type * as z from 'zod/mini';
import { VERSION } from './introduction.ts';
import {
  createSchemaWriter,
  type Io,
  isJson,
  type Json,
  type SchemaWriter,
} from './json-schema.ts';

const CHANNEL = 'stream';

/**
 * Puts references into an `allOf` of their own beside a description: unlike OpenAPI 3.1, AsyncAPI ignores what stands
 * beside a reference.
 */
function withoutSiblings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSiblings);
  if (!isJson(value)) return value;
  const { $ref, ...rest } = value;
  const told = Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [key, withoutSiblings(each)]),
  );
  if ($ref === undefined) return told;
  return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...told };
}

/** The messages of a union, by their type. */
function messagesOf(
  writer: SchemaWriter,
  union: z.core.$ZodDiscriminatedUnion,
  io: Io,
): Record<string, Json> {
  const options = union._zod.def.options.map((option) => {
    const [name] = [...(option._zod.propValues?.type ?? [])].map(String);
    if (name === undefined) throw new Error('A message of the stream has no type.');
    const message = {
      name,
      title: name,
      summary: MESSAGE_NOTES[name],
      contentType: 'application/json',
      payload: withoutSiblings(writer.write(option, io, [name])) as Json,
    };
    return [name, message] as const;
  });
  return Object.fromEntries(options);
}

const INTRODUCTION = `
Live prices over a WebSocket. Every message is a JSON text.

## Opening

1. Ask for a ticket: \`POST /api/stream/ticket\`, with \`Authorization: Bearer mt_…\` for the rights of an API key with the
   scope \`prices:read\`, or without a token for those of a visitor.
2. Open \`${STREAM_PATH}?ticket=…\` within 30 seconds. A ticket works once.
3. Send \`subscribe\`.

A program that can send headers needs no ticket: it opens \`${STREAM_PATH}\` with \`Authorization: Bearer mt_…\`.

## Prices

A channel is a symbol in one resolution. Its newest state arrives at most every ${STREAM_CONFLATION_MS} ms, never as a difference: a
slow reader skips states and misses nothing that lasts. Bars that ended, or became final, arrive as \`closed\`. Read history
over HTTP first, and again after an interruption. A symbol that the caller may not see is answered with \`refused\`.

## Silence

The server is never silent for longer than ${STREAM_HEARTBEAT_MS} ms: otherwise it sends \`heartbeat\`. Close a stream that is silent for
5 seconds, and open another.
`.trim();

function closeCodes(): string {
  const rows = Object.entries(STREAM_CLOSE).map(
    ([name, code]) => `| ${code} | ${CLOSE_NOTES[name as keyof typeof STREAM_CLOSE]} |`,
  );
  return ['| Code | Meaning |', '| --- | --- |', ...rows].join('\n');
}

/** The AsyncAPI 3.0 document of the stream. */
export function describeStream(): Json {
  const writer = createSchemaWriter();
  const requests = messagesOf(writer, streamRequest, 'input');
  const answers = messagesOf(writer, streamMessage, 'output');
  const inChannel = (messages: Record<string, Json>) =>
    Object.keys(messages).map((name) => ({ $ref: `#/channels/${CHANNEL}/messages/${name}` }));
  const messages = { ...requests, ...answers };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Moneytrail stream',
      version: VERSION,
      description: INTRODUCTION,
    },
    defaultContentType: 'application/json',
    servers: {
      this: {
        host: '{host}',
        protocol: 'wss',
        description: 'The server of the application; `ws` where it is not reached over HTTPS.',
        variables: { host: { description: 'Host and port of the application.' } },
        security: [
          { $ref: '#/components/securitySchemes/ticket' },
          { $ref: '#/components/securitySchemes/token' },
        ],
      },
    },
    channels: {
      [CHANNEL]: {
        address: STREAM_PATH,
        title: 'Live prices',
        description: `The server closes the stream with these codes. Wait ${STREAM_FULL_RETRY_MS / 1_000} seconds after 4429 and 4430.\n\n${closeCodes()}`,
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
        bindings: {
          ws: {
            method: 'GET',
            query: {
              type: 'object',
              properties: {
                ticket: {
                  type: 'string',
                  description:
                    'From `POST /api/stream/ticket`, unless a header identifies the caller.',
                },
              },
            },
          },
        },
      },
    },
    operations: {
      receiveRequests: {
        action: 'receive',
        channel: { $ref: `#/channels/${CHANNEL}` },
        summary: 'The client adds and removes channels.',
        description: 'A message of another form closes the stream with 1008.',
        messages: inChannel(requests),
      },
      sendMessages: {
        action: 'send',
        channel: { $ref: `#/channels/${CHANNEL}` },
        summary: 'The server sends prices, and what changes the view of the client.',
        description: 'Later versions may send further messages: ignore types that you do not know.',
        messages: inChannel(answers),
      },
    },
    components: {
      messages,
      schemas: withoutSiblings(writer.components),
      securitySchemes: {
        ticket: {
          type: 'httpApiKey',
          in: 'query',
          name: 'ticket',
          description: 'A ticket that opens one stream.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, a token of a customer or an access token, with the scope `prices:read`.',
        },
      },
    },
  };
}
