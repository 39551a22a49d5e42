/**
 * Prompts whose words a person may edit, with parts that stay the code's: how text of others is told from ours, and the
 * form of the reply, which code reads. In a template such a part is a name in double braces: `{{reply_form}}`.
 */

/** Texts by name: lower-case letters and underscores. */
export type TemplateParts = Readonly<Record<string, string>>;

/** The prompt as it is sent. Each part stands once; see {@link misplacedPart}. */
export function fillTemplate(template: string, parts: TemplateParts): string {
  return Object.entries(parts).reduce(
    (text, [name, part]) => text.replace(placeholder(name), () => part),
    template,
  );
}

/** Which part is not there exactly once, and where it stands again (an offset in the template); null when all is well. */
export function misplacedPart(
  template: string,
  parts: TemplateParts,
): { readonly placeholder: string; readonly again: number | null } | null {
  for (const name of Object.keys(parts)) {
    const written = placeholder(name);
    const first = template.indexOf(written);
    const again = first === -1 ? -1 : template.indexOf(written, first + written.length);
    if (first === -1) return { placeholder: written, again: null };
    if (again !== -1) return { placeholder: written, again };
  }
  return null;
}

function placeholder(name: string): string {
  return `{{${name}}}`;
}
