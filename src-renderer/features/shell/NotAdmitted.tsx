import { Brand } from '../../components/Brand.tsx';
import classes from './Standalone.module.css';

/** A page opened without its token: how to get in. */
export function NotAdmitted() {
  return (
    <main className={classes.screen}>
      <div className={classes.panel}>
        <Brand size={36} />
        <h1 className={classes.title}>Open the address from the terminal</h1>
        <p className={classes.text}>
          Social Data Explorer is running, but this address lacks the part that lets you in. Open
          the whole address printed in the terminal where you started it:
        </p>
        <code className={classes.code}>{`${window.location.origin}/#token=…`}</code>
        <p className={classes.text}>
          It keeps other pages and other people on this computer from using your key.
        </p>
      </div>
    </main>
  );
}
