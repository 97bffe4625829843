import { isolateSentence } from '#core/definition/escape-invisible.ts'
import { codeParts } from './code-parts.ts'

/** A sentence in which `code` stands between backticks, set as code. */
export function WithCode({ text }: { text: string }) {
  return codeParts(isolateSentence(text)).map(({ text: part, isCode }, index) =>
    isCode ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are known by their order alone
      <code key={index} className="font-mono text-[0.93em]">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
