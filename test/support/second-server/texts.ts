/** Texts that break careless software: exports, grids and spreadsheets get them on every page. */
export const difficultTexts: readonly string[] = [
  'An ordinary sentence about the weather in Lisbon.',
  '',
  'commas, semicolons; and "quotes" and \'single ones\'',
  'first line\r\nsecond line\r\n\r\nfourth',
  'unix line\nand a tab\there',
  '=SUM(A1:A9)',
  '+49 30 1234567',
  '-5 degrees',
  '@everyone look',
  'Emoji \u{1F44D}\u{1F3FD} \u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u{1F1F5}\u{1F1F9} end',
  '\u0645\u0631\u062D\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645, mixed with English',
  '<b>bold?</b> <script>alert(1)</script> &amp;',
  '\u65E5\u672C\u8A9E\u306E\u6587\u7AE0\u3002 \u00FC\u00F1\u00EE c\u0327ode e\u0301',
  '  blanks at both ends  ',
  'null',
  '00123',
  'back\\slash and {"json": ["inside"]}',
  `long ${'word '.repeat(400)}end`,
];

export const shortWords: readonly string[] = [
  'harbour',
  'Ni\u00F1o',
  'walk-in',
  'mixed, with comma',
  'caf\u00E9',
  'plain',
  '\u{1F30A} wave',
];
