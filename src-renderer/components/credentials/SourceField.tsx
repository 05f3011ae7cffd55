import { Autocomplete } from '@mantine/core';

/** True of everybody who asks here. */
export const usualSource = 'Social Data Explorer';

const sources = [
  usualSource,
  'A colleague or friend',
  'A search engine',
  'A publication or talk',
  'A course',
];

/** Where the person heard of the service: from a short list, or in their own words. */
export function SourceField({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Autocomplete
      label="How did you hear of the service?"
      description="The service asks for it. Choose, or write your own words."
      data={sources}
      // All are offered, whatever is in the field.
      filter={({ options }) => options}
      maxLength={500}
      value={value}
      onChange={onChange}
    />
  );
}
