import { CopyButton } from '#components/ui/controls/copy-button.tsx'

/** An address of Heddle, to be copied. */
export function CopiedAddress({ label, value }: { label: string; value: string }) {
  return (
    <div className="contents">
      <dt className="text-muted">{label}</dt>
      <dd className="group flex items-start gap-1">
        <code className="text-code wrap-anywhere">{value}</code>
        <CopyButton label={label} textOf={() => value} className="shrink-0" />
      </dd>
    </div>
  )
}
