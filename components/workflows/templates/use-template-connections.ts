'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConnectionEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import type { TemplateFacts } from './template-facts.ts'

/** A connection that a template needs, and those of the owner that fit. */
export interface NeededConnection {
  /** The name in the text of the template. */
  readonly name: string
  readonly kinds: TemplateFacts['connections'][number]['kinds']
  readonly fitting: readonly ConnectionEntry[]
}

export interface TemplateConnectionsState {
  readonly needed: readonly NeededConnection[]
  /** By the name in the text; a connection that nobody has is absent. */
  readonly chosen: Readonly<Record<string, string>>
  /** Each needed connection has been chosen. */
  readonly isReady: boolean
  choose(name: string, chosen: string): void
}

/** The choice of the connections of a template. The example server comes first in local mode, else the first one that fits. */
export function useTemplateConnections(named: TemplateFacts['connections']): TemplateConnectionsState {
  const api = useApi()
  const isAsked = useMay('secret.use') && named.length > 0
  const { data = [] } = useQuery({ ...api.connections.list.queryOptions(), enabled: isAsked })
  const [choice, setChoice] = useState<Readonly<Record<string, string>>>({})
  const needed = named.map(({ name, kinds }): NeededConnection => {
    const fitting = data.filter(({ kind, workflows }) => kinds.includes(kind) && workflows.length === 0)
    return { name, kinds, fitting: fitting.toSorted((a, b) => rank(a) - rank(b)) }
  })
  const chosen = Object.fromEntries(
    needed.flatMap(({ name, fitting }) => {
      const one = choice[name] ?? fitting[0]?.name
      return one === undefined ? [] : [[name, one]]
    }),
  )
  return {
    needed,
    chosen,
    isReady: needed.every(({ name }) => chosen[name] !== undefined),
    choose: (name, one) => setChoice({ ...choice, [name]: one }),
  }
}

const rank = ({ source }: ConnectionEntry): number => (source === 'example' ? 0 : 1)
