/** Screens that stand in the place of everything: no way in, or nothing to show. */
import { Button, Center, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { PageTitle } from '../../components/page/Page.tsx';
import { ProblemText } from '../../components/problems/ProblemCard.tsx';
import { Brand } from '../../components/texts.tsx';
import { takeFirstSnapshot } from '../../state/boot.ts';
import classes from './Shell.module.css';

/** The window could not be filled: what happened, and once more. */
export const BootProblem = ({ problem }: { problem: Problem }) => (
  <Screen title="This window could not be opened">
    <ProblemText problem={problem} />
    <Button onClick={() => void takeFirstSnapshot()}>Try again</Button>
  </Screen>
);

/** A page opened without its token: how to get in. */
export const NotAdmitted = () => (
  <Screen title="Open the address from the terminal">
    <Text inherit fz={14} c="var(--text-2)">
      Social Data Explorer is running, but this address is missing its access token. Open the whole
      address printed in the terminal where you started it:
    </Text>
    <code className={classes.code}>{`${window.location.origin}/#token=…`}</code>
    <Text inherit fz={14} c="var(--text-2)">
      It keeps other pages and other people on this computer from using your key.
    </Text>
  </Screen>
);

const Screen = ({ title, children }: { title: string; children: ReactNode }) => (
  <Center component="main" h="100%" p={32} bg="var(--app)" style={{ overflow: 'auto' }}>
    <Stack className={classes.panel} gap={12} align="flex-start" w="100%" maw={440} p={28}>
      <Brand size={36} />
      <PageTitle order={1} mt={4}>
        {title}
      </PageTitle>
      {children}
    </Stack>
  </Center>
);
