/** An object of a PDF: its dictionary, and its stream to the byte. */
interface PdfObject {
  readonly id: number;
  readonly head: string;
  readonly stream: Uint8Array | null;
}

/**
 * PDFs of ours as one, their pages, fonts and tags as they are; an outline names each of them. No kept
 * library keeps the tags (see docs/decisions/0033-what-kept-libraries-do.md).
 *
 * @throws {Error} for a file that this program can’t have drawn.
 */
export function joinedPdf(title: string, files: readonly Uint8Array[]): Buffer {
  const made = writer();
  const [catalog, info, pages, tags, whole, outlines] = [1, 2, 3, 4, 5, 6];
  let last = 6;
  let count = 0;
  const trees: number[] = [];
  const documents: string[] = [];
  const parents: string[] = [];
  const marks: { readonly title: string; readonly page: string }[] = [];
  for (const file of files) {
    const { objects, root, about } = objectsOf(Buffer.from(file));
    const from = last;
    const first = count;
    const headOf = (id: number) => objects.get(id)?.head ?? '';
    const part = (id: number, key: string) => one(headOf(id), new RegExp(`/${key} (\\d+) 0 R`));
    const own = { pages: Number(part(root, 'Pages')), tags: Number(part(root, 'StructTreeRoot')) };
    const moved = (head: string): string =>
      head.replaceAll(/\((?:\\[^]|[^\\()])*\)|\b(\d+) 0 R\b/g, (found, id: string | undefined) => {
        if (id === undefined) return found;
        return `${Number(id) === own.tags ? whole : from + Number(id)} 0 R`;
      });
    const left = new Set([root, about, own.tags]);
    for (const { id, head, stream } of objects.values()) {
      if (left.has(id)) continue;
      let says = moved(head).replace(
        /\/StructParents (\d+)/,
        (_all, key) => `/StructParents ${first + Number(key)}`,
      );
      if (id === own.pages) says = says.replace('<<', `<<\n/Parent ${pages} 0 R`);
      made.add(from + id, says, stream);
      last = Math.max(last, from + id);
    }
    trees.push(from + own.pages);
    documents.push(...refsOf(moved(one(headOf(own.tags), /\/K \[([^\]]*)\]/))));
    for (const [, key, tagged] of moved(headOf(own.tags)).matchAll(/(\d+) \[([^\]]*)\]/g))
      parents.push(`${first + Number(key)} [${tagged}]`);
    marks.push({
      title: moved(one(headOf(about), /\/Title (\d+ 0 R)/)),
      page: refsOf(moved(one(headOf(own.pages), /\/Kids \[([^\]]*)\]/)))[0] ?? '',
    });
    count += Number(one(headOf(own.pages), /\/Count (\d+)/));
  }
  const mark = (place: number) => `${last + 1 + place} 0 R`;
  for (const [place, { title: words, page }] of marks.entries()) {
    const before = place > 0 ? `/Prev ${mark(place - 1)}\n` : '';
    const after = place < marks.length - 1 ? `/Next ${mark(place + 1)}\n` : '';
    const to = `/Parent ${outlines} 0 R\n/Dest [${page} /Fit]`;
    made.add(last + 1 + place, `<<\n/Title ${words}\n${before}${after}${to}\n>>`);
  }
  const kids = documents.join(' ');
  made.add(
    catalog,
    `<<
/Type /Catalog
/Pages ${pages} 0 R
/Lang (en-NG)
/MarkInfo << /Marked true >>
/StructTreeRoot ${tags} 0 R
/Outlines ${outlines} 0 R
/PageMode /UseOutlines
/ViewerPreferences << /DisplayDocTitle true >>
>>`,
  );
  made.add(info, `<<\n/Title (${title})\n/Creator (Hanya)\n/Producer (Hanya)\n>>`);
  made.add(
    pages,
    `<<
/Type /Pages
/Count ${count}
/Kids [${trees.map((id) => `${id} 0 R`).join(' ')}]
>>`,
  );
  made.add(
    tags,
    `<<
/Type /StructTreeRoot
/K [${whole} 0 R]
/ParentTree << /Nums [${parents.join('\n')}] >>
/ParentTreeNextKey ${count}
>>`,
  );
  made.add(whole, `<<\n/S /Document\n/P ${tags} 0 R\n/K [${kids}]\n>>`);
  const ends = `/First ${mark(0)}\n/Last ${mark(marks.length - 1)}`;
  made.add(outlines, `<<\n/Type /Outlines\n${ends}\n/Count ${marks.length}\n>>`);
  return made.end({ root: catalog, info });
}

const refsOf = (list: string): string[] => list.match(/\d+ 0 R/g) ?? [];

/** The first group of a pattern that must be there. */
function one(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`A PDF lacks ${pattern.source}.`);
  return found;
}

/** The objects of a PDF with a plain table of them, such as the library writes. */
function objectsOf(file: Buffer) {
  const end = file.lastIndexOf('startxref');
  const table = file.indexOf('xref', Number(one(latin(file.subarray(end)), /startxref\s+(\d+)/)));
  const trailer = latin(file.subarray(table, end));
  const places = [...trailer.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, at]) => Number(at));
  const inOrder = [...places, table].toSorted((before, after) => before - after);
  const objects = new Map<number, PdfObject>();
  for (const [index, at] of inOrder.slice(0, -1).entries()) {
    const body = file.subarray(at, file.lastIndexOf('\nendobj', inOrder[index + 1]));
    const begun = body.indexOf('\nstream\n');
    const head = latin(begun < 0 ? body : body.subarray(0, begun));
    const id = Number(one(head, /^(\d+) 0 obj/));
    const stream = begun < 0 ? null : body.subarray(begun);
    objects.set(id, { id, head: head.replace(/^\d+ 0 obj\n/, ''), stream });
  }
  const named = (key: string) => Number(one(trailer, new RegExp(`/${key} (\\d+) 0 R`)));
  return { objects, root: named('Root'), about: named('Info') };
}

const latin = (bytes: Buffer): string => bytes.toString('latin1');

/** Writes objects, and at the end the table of where each begins. */
function writer() {
  const parts: Uint8Array[] = [];
  const places = new Map<number, number>();
  let at = 0;
  const put = (bytes: Uint8Array): void => {
    parts.push(bytes);
    at += bytes.length;
  };
  const say = (text: string) => put(Buffer.from(text, 'latin1'));
  say('%PDF-1.7\n%\xff\xff\xff\xff\n');
  return {
    add(id: number, head: string, stream: Uint8Array | null = null): void {
      places.set(id, at);
      say(`${id} 0 obj\n${head}`);
      if (stream) put(stream);
      say('\nendobj\n');
    },
    end({ root, info }: { root: number; info: number }): Buffer {
      const table = at;
      const size = Math.max(...places.keys()) + 1;
      const rows = Array.from({ length: size }, (_, id) => {
        const place = places.get(id);
        if (place === undefined) return '0000000000 65535 f \n';
        return `${String(place).padStart(10, '0')} 00000 n \n`;
      });
      say(`xref\n0 ${size}\n${rows.join('')}`);
      say(`trailer\n<<\n/Size ${size}\n/Root ${root} 0 R\n/Info ${info} 0 R\n>>\n`);
      say(`startxref\n${table}\n%%EOF\n`);
      return Buffer.concat(parts);
    },
  };
}
