import classes from './FieldName.module.css';

interface FieldNameProps {
  /** The plain word. */
  label: string;
  /** The service's name of it. */
  field: string;
}

/** A field by its plain word, and by the service's name where that is another. */
export function FieldName({ label, field }: FieldNameProps) {
  return (
    <>
      <span className={classes.word}>{label}</span>{' '}
      {label !== field && <code className={classes.technical}>{field}</code>}
    </>
  );
}
