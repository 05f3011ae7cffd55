export const glossary: readonly { not: RegExp; say: string }[];
