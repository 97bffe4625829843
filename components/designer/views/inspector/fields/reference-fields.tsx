'use client'

import { useQuery } from '@tanstack/react-query'
import { FilePlus2 } from 'lucide-react'
import { useApi } from '#components/api/trpc.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { functionKey } from '#core/definition/function-name.ts'
import { functionWish } from '../../../algorithms/picker/choice.ts'
import { useSession } from '../../../model/session-context.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import type { FieldProps } from '../field-props.ts'
import { fieldWords } from '../field-words.tsx'
import { readText, showText, useDraft } from '../use-draft.ts'
import { FunctionCard } from './function-card.tsx'
import { SuggestInput } from './suggest-input.tsx'
import type { Suggestion } from './suggestions-for.ts'

/** A field for one name that suggests the known names and accepts any other name. */
export function Reference({
  suggestions,
  about,
  ...props
}: FieldProps & { suggestions: readonly Suggestion[]; about?: string }) {
  const { spec, value, problems, set } = props
  const draft = useDraft(value, showText, readText, (next) => set(next), spec.blank)
  return (
    <Field label={spec.label} required={spec.required ?? false} {...fieldWords({ spec, problems }, draft.error, about)}>
      {(control) => (
        <SuggestInput
          control={control}
          value={draft.text}
          suggestions={suggestions}
          {...(spec.placeholder === undefined ? {} : { placeholder: spec.placeholder })}
          onChange={draft.change}
          onBlur={draft.finish}
        />
      )}
    </Field>
  )
}

/** A field for a registered function, with the documentation from its source. An unknown name only causes a warning. */
export function FunctionField(props: FieldProps) {
  const session = useSession()
  const api = useApi()
  const { data = [] } = useQuery(api.workflows.functions.queryOptions())
  const wanted = typeof props.value === 'string' ? functionKey(props.value) : ''
  const known = data.find((entry) => functionKey(entry.name) === wanted)
  return (
    <div className="grid gap-1.5">
      <Reference
        {...props}
        suggestions={data.map((entry) => ({
          value: entry.name,
          detail: (
            <>
              {firstLine(entry.doc)}
              <code className="block truncate font-mono text-faint">{entry.signature}</code>
            </>
          ),
        }))}
      />
      {known ? (
        <FunctionCard about={known} />
      ) : (
        <Button
          look="ghost"
          size="small"
          icon={<FilePlus2 />}
          className="-ml-1 justify-self-start text-accent"
          onClick={() =>
            session.view.startFunction({
              wish: functionWish(typeof props.value === 'string' ? props.value : ''),
              created: (name) => props.set(name),
            })
          }
        >
          {viewsInspectorFieldsTexts.newFunction}
        </Button>
      )}
    </div>
  )
}

export function WorkflowField(props: FieldProps) {
  const session = useSession()
  const api = useApi()
  const titleOf = useWorkflowTitle()
  const { data = [] } = useQuery(api.workflows.names.queryOptions())
  const others = data.filter((name) => name !== session.name)
  const suggestions = others.map((name) => {
    const title = titleOf(name)
    return title === name ? { value: name } : { value: name, detail: title, words: title }
  })
  return <Reference {...props} suggestions={suggestions} />
}

function firstLine(doc: string | null): string | undefined {
  const line = doc?.trim().split('\n')[0]
  return line === '' ? undefined : line
}
