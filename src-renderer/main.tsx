/** The window's entry, the same for Electron and the browser. */
import './theme/layers.css';
import './theme/mantine.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/forced-colors.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { pageOf, showPage } from './state/app.ts';
import { isAdmitted, startWindow } from './state/boot.ts';

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
