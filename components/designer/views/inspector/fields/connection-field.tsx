'use client'

import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import Link from 'next/link'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { connectionCatalogue, httpConnectionKinds } from '#core/definition/connections/kinds.ts'
import { useSession } from '../../../model/session-context.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import type { FieldProps } from '../field-props.ts'
import { Reference } from './reference-fields.tsx'

/** A field for the name of a connection. It suggests those of a fitting kind that the workflow may use. */
export function ConnectionField(props: FieldProps) {
  const session = useSession()
  const api = useApi()
  const mayUse = useMay('secret.use')
  const { data = [] } = useQuery({ ...api.connections.list.queryOptions(), enabled: mayUse })
  const isHttp = props.spec.connectionKinds === httpConnectionKinds
  const fitting = data.filter(
    ({ kind, source, workflows }) =>
      !(isHttp && source === 'example') &&
      props.spec.connectionKinds?.includes(kind) &&
      (workflows.length === 0 || workflows.includes(session.name)),
  )
  return (
    <div className="grid gap-1.5">
      <Reference
        {...props}
        suggestions={fitting.map(({ name, kind, settings }) => ({
          value: name,
          detail: `${connectionCatalogue[kind].label}${receiverIn(settings)}`,
        }))}
      />
      <Link
        href="/settings/connections"
        target="_blank"
        className="inline-flex items-center gap-1 justify-self-start text-small text-accent hover:underline"
      >
        <Plug className="size-3.5" aria-hidden />
        {viewsInspectorFieldsTexts.manageConnections}
      </Link>
    </div>
  )
}

function receiverIn({ origin, host, base_url }: Readonly<Record<string, string>>): string {
  const receiver = origin ?? host ?? base_url
  return receiver === undefined ? '' : ` · ${receiver}`
}
