/** The window's entry, the same for Electron and the browser. */
import './theme/layers.css';
import './theme/mantine.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/forced-colors.css';
import { StrictMode, useEffect, useRef, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { pageOf, showPage, useApp } from './state/app.ts';
import { isAdmitted, startWindow, takeFirstSnapshot } from './state/boot.ts';
import { Button, Center, Paper, Stack, Text } from '@mantine/core';
import type { Problem } from '#shared/contract/problem.ts';
import { later } from './features/shell/later.tsx';
import { Shell } from './features/shell/Shell.tsx';
import { ThemeProvider } from './theme/mantine-theme.tsx';
import { PageTitle } from './components/page/Page.tsx';
import { ProblemText } from './components/problems/ProblemCard.tsx';
import { Brand, RequestAddress } from './components/texts.tsx';

const OpenFile = later((parts) => parts.OpenFile);
const WelcomePage = later((parts) => parts.WelcomePage);
const ProjectDialogs = later((parts) => parts.ProjectDialogs);

/** The first screen: access instructions, an empty frame, a problem, Welcome, or the shell. */
function App() {
  const choice = useApp((state) => state.snapshot?.preferences.theme ?? 'system');
  return (
    <ThemeProvider choice={choice}>
      <Screen />
    </ThemeProvider>
  );
}

function Screen() {
  const booted = useApp((state) => state.snapshot !== null);
  const welcome = useApp((state) => state.snapshot?.profile === null);
  const problem = useApp((state) => state.bootProblem);
  const before = useRef({ booted, welcome });
  useEffect(() => {
    const isEntered = before.current.booted && before.current.welcome !== welcome;
    before.current = { booted, welcome };
    // The element that was pressed to get here is gone, and so is the focus.
    if (isEntered && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main')?.focus();
    }
  }, [booted, welcome]);
  if (!isAdmitted) return <NotAdmitted />;
  if (problem !== null) return <BootProblem problem={problem} />;
  // The first snapshot arrives almost immediately: an empty window is calmer than a flash of anything
  // else.
  if (!booted) return <div aria-busy="true" />;
  return (
    <>
      {welcome ? <WelcomePage /> : <Shell />}
      <OpenFile />
      <ProjectDialogs />
    </>
  );
}

/** Shown if the window could not be loaded: what happened, and *Try again*. */
const BootProblem = ({ problem }: { problem: Problem }) => (
  <Standalone title="This window could not be opened">
    <ProblemText problem={problem} />
    <Button onClick={() => void takeFirstSnapshot()}>Try again</Button>
  </Standalone>
);

/** Shown if the page was opened without its token: how to get access. */
const NotAdmitted = () => (
  <Standalone title="Open the address from the terminal">
    <Text inherit fz={14} c="var(--text-2)">
      Social Data Explorer is running, but this address is missing its access token. Open the whole
      address printed in the terminal where you started it:
    </Text>
    <RequestAddress>{`${window.location.origin}/#token=…`}</RequestAddress>
    <Text inherit fz={14} c="var(--text-2)">
      It keeps other pages and other people on this computer from using your key.
    </Text>
  </Standalone>
);

const Standalone = ({ title, children }: { title: string; children: ReactNode }) => (
  <Center component="main" h="100%" p={32} bg="var(--app)" style={{ overflow: 'auto' }}>
    <Paper withBorder radius="xl" w="100%" maw={440} p={28}>
      <Stack gap={12} align="flex-start">
        <Brand size={36} />
        <PageTitle order={1} mt={4}>
          {title}
        </PageTitle>
        {children}
      </Stack>
    </Paper>
  </Center>
);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place to draw in.');

if (isAdmitted) {
  showPage(pageOf(window.location.hash));
  startWindow();
}

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
