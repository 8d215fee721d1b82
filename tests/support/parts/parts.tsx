import '@fontsource-variable/figtree/index.css';
import '../../../frontend/app/base.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AntdProvider } from '../../../frontend/app/antd-provider.tsx';
import { Avatar } from '../../../frontend/ui/avatar.tsx';
import { Button } from '../../../frontend/ui/button.tsx';
import { DateField } from '../../../frontend/ui/date-field.tsx';
import { Dialog, DialogActions, DialogBody } from '../../../frontend/ui/dialog.tsx';
import { Drawer, DrawerLayout } from '../../../frontend/ui/drawer.tsx';
import { Field } from '../../../frontend/ui/field.tsx';
import { type SearchOption, SearchSelect } from '../../../frontend/ui/search-select.tsx';

// A page with the parts of frontend/ui that every record needs, each in the states that a test looks at. It is built and served as the
// website is (parts-page.ts), and is no part of it.

const names = ['Ada Founder', 'Łukasz Nowak', 'Grace Hopper', 'Alan Turing'];
const people: SearchOption[] = names.map((name, index) => ({
  value: `person-${index}`,
  label: name,
  detail: `${name.split(' ')[1]?.toLowerCase()}@example.com`,
  picture: <Avatar person={{ id: `person-${index}`, name }} size="small" />,
}));

const records: SearchOption[] = Array.from({ length: 140 }, (_, index) => ({
  value: `record-${index + 1}`,
  label: `Record ${index + 1}`,
}));

const Choices = () => {
  const [person, setPerson] = useState<string | null>(null);
  const [watchers, setWatchers] = useState<string[]>(['person-0', 'person-2']);
  const [record, setRecord] = useState<string | null>('record-3');
  return (
    <>
      <Field label="Responsible">
        {(control) => (
          <SearchSelect
            {...control}
            options={people}
            none="Nobody"
            placeholder="Nobody"
            value={person}
            onChange={setPerson}
          />
        )}
      </Field>
      <Field label="Watchers" error={watchers.length === 0 ? 'Choose somebody.' : undefined} required>
        {(control) => (
          <SearchSelect {...control} multiple options={people} value={watchers} onChange={setWatchers} />
        )}
      </Field>
      <Field label="Record">
        {(control) => <SearchSelect {...control} options={records} value={record} onChange={setRecord} />}
      </Field>
    </>
  );
};

const RecordList = () => {
  const [opened, setOpened] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  return (
    <DrawerLayout
      drawer={
        opened && (
          <Drawer
            key={opened}
            title={opened}
            list="Records"
            actions={<Button onClick={() => setAsks(true)}>Delete</Button>}
            onClose={() => setOpened(null)}
          >
            <Choices />
            {asks && (
              <Dialog title="Delete it?" onClose={() => setAsks(false)}>
                <DialogBody>It is gone then.</DialogBody>
              </Dialog>
            )}
          </Drawer>
        )
      }
    >
      <h2>Records</h2>
      <ul>
        {['First record', 'Second record'].map((name) => (
          <li key={name}>
            <Button onClick={() => setOpened(name)}>{name}</Button>
          </li>
        ))}
      </ul>
    </DrawerLayout>
  );
};

const Parts = () => {
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState(0);
  const [due, setDue] = useState('');
  return (
    <main style={{ display: 'grid', gap: 20, padding: 16 }}>
      <h1 tabIndex={-1}>Parts</h1>
      <form
        noValidate
        style={{ display: 'grid', gap: 20, maxWidth: 480 }}
        onSubmit={(event) => {
          event.preventDefault();
          setSent(sent + 1);
        }}
      >
        <Choices />
        <DateField label="Due" value={due} onChange={setDue} />
        <Button type="submit">Send</Button>
        <output>{`Sent ${sent} times, due ${due || 'never'}`}</output>
      </form>
      <Button onClick={() => setOpen(true)}>Open dialog</Button>
      {open && (
        <Dialog title="A dialog" onClose={() => setOpen(false)}>
          <DialogBody>
            <Choices />
          </DialogBody>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>Done</Button>
          </DialogActions>
        </Dialog>
      )}
      <RecordList />
    </main>
  );
};

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AntdProvider>
      <Parts />
    </AntdProvider>
  </StrictMode>,
);
