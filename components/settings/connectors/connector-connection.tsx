'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { Field } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { httpConnectionKinds } from '#core/definition/connections/kinds.ts'
import { connectorsTexts } from './texts/connectors.ts'

export interface ConnectorConnectionProps {
  readonly value: string | null
  readonly error: string | undefined
  onChange(value: string | null): void
}

/** The option without a connection: no connection has this name. */
const none = '-'

/** The connection that the steps of a connector name. */
export function ConnectorConnection({ value, error, onChange }: ConnectorConnectionProps) {
  const api = useApi()
  const mayUse = useMay('secret.use')
  const { data = [] } = useQuery({ ...api.connections.list.queryOptions(), enabled: mayUse })
  const names = data.flatMap(({ name, kind }) => (httpConnectionKinds.includes(kind) ? [name] : []))
  const all = value === null || names.includes(value) ? names : [...names, value]
  return (
    <Field label={connectorsTexts.connection} hint={connectorsTexts.connectionHint} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value ?? none}
          options={[
            { value: none, label: connectorsTexts.noConnection },
            ...all.map((name) => ({ value: name, label: name })),
          ]}
          onValueChange={(next) => onChange(next === none ? null : next)}
        />
      )}
    </Field>
  )
}
