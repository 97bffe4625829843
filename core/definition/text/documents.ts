/** One document of a several-document text, with the place where it begins. */
export interface TextDocument {
  readonly text: string
  /** UTF-16 offset into the whole text. */
  readonly start: number
}

/**
 * Splits a several-document YAML text at its `---` lines. Comments between two
 * documents go with the one that follows; a marker line with nothing before it
 * belongs to no document, and documents without content are left out. A text of
 * one document comes back whole, to the byte.
 */
export function splitDocuments(text: string): readonly TextDocument[] {
  const parts = cut(text).filter((part) => hasContent(part.text))
  return parts.length > 1 ? parts : [{ text, start: 0 }]
}

/** A line that ends one document and begins the next (YAML 1.2, 9.1.2): even within quotes nothing else may be meant. */
const marker = /^---(?=[ \t\r\n]|$)/gm

function cut(text: string): TextDocument[] {
  const parts: TextDocument[] = []
  let start = 0
  for (const { index } of text.matchAll(marker)) {
    const end = Math.max(start, trailingComments(text, index))
    parts.push({ text: text.slice(start, end), start })
    start = end === index && isBare(text, index) ? nextLine(text, index) : end
  }
  parts.push({ text: text.slice(start), start })
  return parts
}

/** Where the comment and directive lines begin that stand right above `index`. */
function trailingComments(text: string, index: number): number {
  let start = index
  for (let end = index; end > 0; ) {
    const lineStart = text.lastIndexOf('\n', end - 2) + 1
    const line = text.slice(lineStart, end)
    const isBlank = line.trim() === ''
    // At the first column only: an indented one may be the last line of a script.
    if (!isBlank && !/^[#%]/.test(line)) break
    if (!isBlank) start = lineStart
    end = lineStart
  }
  return start
}

function isBare(text: string, index: number): boolean {
  return text.slice(index, nextLine(text, index)).trim() === '---'
}

function nextLine(text: string, index: number): number {
  const newline = text.indexOf('\n', index)
  return newline === -1 ? text.length : newline + 1
}

function hasContent(text: string): boolean {
  return /^(?!\s*(#|---\s*(#.*)?$|\.\.\.\s*$|%)).*\S/m.test(text)
}
