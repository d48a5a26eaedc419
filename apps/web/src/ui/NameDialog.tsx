import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from './Dialog.tsx';
import form from './form/form.module.css';

type Props = {
  title: string;
  first?: string;
  onName: (name: string) => void;
  onClose: () => void;
};

/** Asks for the name of a list, a section or a screen. */
export function NameDialog({ title, first = '', onName, onClose }: Props) {
  const [name, setName] = useState(first);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onName(name.trim());
  };
  return (
    <Dialog title={title} width={400} onClose={onClose}>
      <form className={form.fields} onSubmit={submit}>
        <TextInput
          label="Name"
          value={name}
          maxLength={100}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
