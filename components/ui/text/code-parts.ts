export interface TextPart {
  readonly text: string
  readonly isCode: boolean
}

/** A sentence split at `code` between backticks; an unpaired backtick is plain text. */
export function codeParts(sentence: string): readonly TextPart[] {
  const parts = sentence.split('`')
  const isOdd = parts.length % 2 === 0
  const last = isOdd ? parts.length - 2 : parts.length - 1
  return parts
    .slice(0, last + 1)
    .map((text, index) => (index === last && isOdd ? `${text}\`${parts.at(-1)}` : text))
    .flatMap((text, index) => (text === '' ? [] : [{ text, isCode: index % 2 === 1 }]))
}
