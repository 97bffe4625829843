'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useDirectory } from '#components/people/use-people.ts'
import { Field } from '#components/ui/controls/field.tsx'
import { END } from '#core/definition/definition.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import type { Json } from '#core/json.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import type { FieldProps } from '../field-props.ts'
import { fieldWords } from '../field-words.tsx'
import { useSiblings } from '../use-siblings.ts'
import { ChipsInput, type ChipsInputProps } from './chips-input.tsx'
import { Reference } from './reference-fields.tsx'

const stringsOf = (value: Json | undefined): readonly string[] => {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? [value] : []
}

function Names({
  spec,
  value,
  problems,
  set,
  placeholder,
  suggestions,
  labels,
}: FieldProps & Pick<ChipsInputProps, 'suggestions' | 'labels'>) {
  return (
    <Field label={spec.label} required={spec.required ?? false} {...fieldWords({ spec, problems })}>
      {(control) => (
        <ChipsInput
          control={control}
          values={stringsOf(value)}
          placeholder={placeholder ?? spec.placeholder ?? viewsInspectorFieldsTexts.typeAndPressEnter}
          {...(suggestions ? { suggestions } : {})}
          {...(labels ? { labels } : {})}
          onChange={(names) => set(names.length === 0 ? undefined : names)}
        />
      )}
    </Field>
  )
}

export function NamesField(props: FieldProps) {
  if (props.spec.directory) return <DirectoryField {...props} of={props.spec.directory} />
  return props.spec.key === 'tags' ? <TagsField {...props} /> : <Names {...props} />
}

/** The tags of a workflow; those of other workflows are offered, so that one thing has one tag. */
function TagsField(props: FieldProps) {
  const { data } = useQuery(useApi().workflows.facets.queryOptions({}))
  return <Names {...props} suggestions={data?.tags.map(({ value }) => value) ?? []} />
}

/** People and groups by their ids, offered from the directory. */
function DirectoryField({ of, ...props }: FieldProps & { of: Directory }) {
  const labels = useLabels(of)
  return <Names {...props} suggestions={[...labels.keys()]} labels={labels} />
}

/** One person or group; a text with `{{ }}` as well. */
export function OneOfDirectoryField(props: FieldProps) {
  const labels = useLabels(props.spec.directory ?? 'both')
  return <Reference {...props} suggestions={Array.from(labels, ([value, detail]) => ({ value, detail }))} />
}

type Directory = NonNullable<FieldProps['spec']['directory']>

/** Names by id. */
function useLabels(of: Directory): ReadonlyMap<string, string> {
  const { groups = [], people = [] } = useDirectory().data ?? {}
  const known = [...(of === 'people' ? [] : groups), ...(of === 'groups' ? [] : people)]
  return new Map(known.map(({ id, name }) => [id, escapeInvisible(name)]))
}

/** Steps by name. One `next` is written as a name, several as a list, as people do. */
export function StepsField(props: FieldProps) {
  const names = useSiblings()
  const suggestions = props.spec.key === 'next' ? [...names, END] : names
  const set: FieldProps['set'] = (value) => {
    const single = props.spec.key === 'next' && Array.isArray(value) && value.length === 1
    return props.set(single ? value[0] : value)
  }
  return (
    <Names
      {...props}
      set={set}
      suggestions={suggestions}
      placeholder={props.placeholder ?? viewsInspectorFieldsTexts.stepName}
    />
  )
}
