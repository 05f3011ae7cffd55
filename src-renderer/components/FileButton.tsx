/** A button that chooses a file, also the same one again. */
import { FileButton as MantineFileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

/** Browsers don't report a file that the input already has, though it may have changed since. */
export function FileButton({ onChange, ...props }: FileButtonProps) {
  const reset = useRef<() => void>(null);
  return (
    <MantineFileButton
      resetRef={reset}
      {...props}
      onChange={(file) => {
        reset.current?.();
        onChange(file);
      }}
    />
  );
}
