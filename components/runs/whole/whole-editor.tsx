import { InputEditor, type InputEditorProps } from '#components/runs/start/input-editor.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { runsTexts } from '../texts/runs.ts'
import { apartInForm } from './apart-words.ts'
import type { Values } from './use-values.ts'

/**
 * An editor that starts with a value of a run once the value is loaded in full. It names the parts that cannot be
 * submitted.
 */
export function WholeEditor({ values, ...editor }: InputEditorProps & { values: Values }) {
  if (values.isReading) return <SkeletonRows label={runsTexts.loadingLargeValues} rows={3} />
  const apart = apartInForm(values.apartIn(editor.value))
  return (
    <>
      <InputEditor {...editor} />
      {apart && <Callout tone="human">{apart}</Callout>}
    </>
  )
}
