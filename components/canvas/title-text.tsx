import type { TitlePart } from '#core/definition/title.ts'

/** A title on one line; the values that a run inserts are chips. */
export function TitleText({ parts }: { parts: readonly TitlePart[] }) {
  return parts.map(({ kind, text }, index) =>
    kind === 'text' ? (
      text
    ) : (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title have no other key
        key={index}
        data-value=""
        className="rounded-s border bg-sunken px-1 font-normal text-[11px]/4 text-muted"
      >
        {text}
      </span>
    ),
  )
}
