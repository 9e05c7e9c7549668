/** A part of a Markdown file, between two comments. The first comment names the command that writes the part. */
export type DocumentPart = { readonly name: string; readonly command: string };

const commentsOf = ({ name, command }: DocumentPart) =>
  [`<!-- ${name}: ${command} -->\n`, `\n<!-- end of ${name} -->`] as const;

const split = (document: string, part: DocumentPart) => {
  const [start, end] = commentsOf(part);
  const [before = '', rest] = document.split(start);
  const [text = '', after] = rest?.split(end) ?? [];
  if (after === undefined) {
    throw new Error(`The file has no part "${part.name}". Add the comments "${start.trim()}" and "${end.trim()}".`);
  }
  return { before, text: text.trim(), after };
};

export const readPart = (document: string, part: DocumentPart) => split(document, part).text;

export const replacePart = (document: string, part: DocumentPart, text: string) => {
  const [start, end] = commentsOf(part);
  const { before, after } = split(document, part);
  return `${before}${start}\n${text}\n${end}${after}`;
};
