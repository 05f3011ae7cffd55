import { Button } from '@mantine/core';
import { Key, LockKeyhole, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  credentialKindNames,
  credentialName,
  whereFrom,
} from '../../components/credentials/credential-words.ts';
import { Verdict } from '../../components/credentials/Verdict.tsx';
import { Card, CardRow, Footnote, Section, Tag } from '../../components/page/Page.tsx';
import { useSnapshot } from '../../state/app.ts';
import { testKey, type KeyVerdict } from '../../state/service.ts';
import { KeyDialog } from './KeyDialog.tsx';
import { RemoveKeyDialog } from './RemoveKeyDialog.tsx';
import classes from './KeySection.module.css';

/** The key in use: which one, where it is kept, whether it works. */
export function KeySection() {
  const credential = useSnapshot((snapshot) => snapshot.credential);
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const [dialog, setDialog] = useState<'key' | 'remove' | null>(null);
  const [testing, setTesting] = useState(false);
  const [verdict, setVerdict] = useState<KeyVerdict | null>(null);
  // Only a key that a person gave can be taken back.
  const own = credential?.source === 'keychain' || credential?.source === 'session';
  const sample = credential?.source === 'sample';

  const test = async () => {
    setTesting(true);
    setVerdict(null);
    setVerdict(await testKey());
    setTesting(false);
  };
  const close = () => setDialog(null);

  return (
    <Section
      title="Key"
      actions={
        credential === null && (
          <Button size="xs" leftSection={<Plus size={14} />} onClick={() => setDialog('key')}>
            Add a key…
          </Button>
        )
      }
    >
      <Card>
        <CardRow
          icon={<Key />}
          title={
            credential === null || sample ? (
              credentialName(credential)
            ) : (
              <>
                {credentialKindNames[credential.kind]}
                {credential.lastFour !== '' && (
                  <span className={classes.ending}>ending {credential.lastFour}</span>
                )}
                <Tag>in use</Tag>
              </>
            )
          }
          detail={
            <>
              <p>
                {credential === null
                  ? 'Without a key this service answers no questions.'
                  : whereFrom(credential, keychain)}
              </p>
              {/* A place of its own, so that nothing moves when the verdict comes. */}
              {credential !== null && (
                <output aria-label="Key test" className={classes.verdict}>
                  {testing && 'Asking the service…'}
                  {!testing && verdict === null && 'Not tested in this session.'}
                  {!testing && verdict !== null && <Verdict verdict={verdict} />}
                </output>
              )}
            </>
          }
          actions={
            credential !== null && (
              <>
                <Button size="xs" variant="default" loading={testing} onClick={() => void test()}>
                  Test
                </Button>
                {own && (
                  <>
                    <Button
                      size="xs"
                      variant="subtle"
                      color="gray"
                      onClick={() => setDialog('key')}
                    >
                      Replace…
                    </Button>
                    <Button
                      size="xs"
                      variant="subtle"
                      color="gray"
                      onClick={() => setDialog('remove')}
                    >
                      Remove…
                    </Button>
                  </>
                )}
              </>
            )
          }
        />
      </Card>
      {!sample && (
        <Footnote icon={<LockKeyhole size={14} />}>
          A key is sent to its own service only, and never shown or written to a file. Testing it is
          not a metered call.
        </Footnote>
      )}
      <KeyDialog
        opened={dialog === 'key'}
        replaces={credential === null ? null : credentialName(credential)}
        onClose={close}
        onSaved={() => void test()}
      />
      <RemoveKeyDialog
        opened={dialog === 'remove'}
        name={credentialName(credential)}
        onClose={close}
      />
    </Section>
  );
}
