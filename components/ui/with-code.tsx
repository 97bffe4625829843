import { shownSentence } from '#core/definition/visible-text.ts'
/** A sentence in which `code` stands between backticks, set as code. */
export function WithCode({ text }: { text: string }) {
  return shownSentence(text)
    .split('`')
    .map((part, index, parts) =>
      // A backtick without another one is only a backtick.
      index % 2 === 0 || index === parts.length - 1 ? (
        `${index % 2 === 0 ? '' : '`'}${part}`
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are known by their order alone
        <code key={index} className="font-mono text-[0.93em]">
          {part}
        </code>
      ),
    )
}
