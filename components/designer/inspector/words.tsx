import type { fieldWords } from './field-props.ts'

/** Error or hint under a field that is more than one control. */
export function Words({ error, hint }: ReturnType<typeof fieldWords>) {
  if (error !== undefined) return <p className="text-small text-failed">{error}</p>
  return hint ? <p className="text-small text-muted">{hint}</p> : null
}
