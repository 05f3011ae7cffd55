import { memo, useRef, type PointerEvent } from 'react';
import classes from './Header.module.css';

interface ResizeHandleProps {
  field: string;
  width: number;
  resize: (field: string, width: number) => void;
  keepWidth: (field: string, width: number) => void;
  fit: (field: string) => void;
}

/** Drag to resize, double-click to fit the content. Keys and the menu do the same. */
export const ResizeHandle = memo(function ResizeHandle(props: ResizeHandleProps) {
  const { field, width, resize, keepWidth, fit } = props;
  const start = useRef<{ x: number; width: number } | null>(null);

  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    // The header would take it for the beginning of a move.
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (start.current === null) return;
    resize(field, start.current.width + event.clientX - start.current.x);
  };
  const end = (event: PointerEvent<HTMLDivElement>): void => {
    const began = start.current;
    start.current = null;
    // A mere click, or the first half of a double-click, changes nothing.
    if (began !== null && began.x !== event.clientX) keepWidth(field, width);
  };

  return (
    <div
      aria-hidden
      className={classes.handle}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => fit(field)}
    />
  );
});
