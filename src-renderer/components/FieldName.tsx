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
      <span className={classes.word}>{label}</span> <TechnicalName label={label} field={field} />
    </>
  );
}

/** The service's name alone, beside a heading that has the plain word. */
export function TechnicalName({ label, field }: FieldNameProps) {
  return label !== field && <code className={classes.technical}>{field}</code>;
}
