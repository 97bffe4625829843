'use client'

import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Workflow } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useApi } from '#components/api/trpc.ts'
import { rowClasses } from '#components/ui/overlay/popup.ts'
import { workflowPath } from '../paths.ts'
import { shellTexts } from '../texts/shell.ts'

/** All workflows by name, as destinations. */
export function PaletteWorkflows({ className, onDone }: { className: string; onDone: () => void }) {
  const api = useApi()
  const router = useRouter()
  const names = useQuery(api.workflows.names.queryOptions())
  if (!names.data || names.data.length === 0) return null
  return (
    <Command.Group heading={shellTexts.workflows} className={className}>
      {names.data.map((name) => (
        <Command.Item
          key={name}
          value={`workflow ${name}`}
          onSelect={() => {
            onDone()
            router.push(workflowPath(name))
          }}
          className={rowClasses}
        >
          <Workflow className="text-muted" />
          <span className="min-w-0 truncate">{name}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
