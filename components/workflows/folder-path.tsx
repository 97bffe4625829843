'use client'

import { ChevronRight, Folder } from 'lucide-react'
import type { WorkflowFolder } from '#components/api/models.ts'
import { workflowsTexts } from './texts/workflows.ts'

export interface FolderProps {
  folder: string
  onOpen(folder: string): void
}

/** The way to the open folder; each part leads back to it. */
export function FolderPath({ folder, onOpen }: FolderProps) {
  if (folder === '') return null
  const parts = folder.split('/').slice(0, -1)
  return (
    <nav aria-label={workflowsTexts.folder} className="flex flex-wrap items-center gap-1 border-b bg-surface px-4 py-2">
      <button
        type="button"
        onClick={() => onOpen('')}
        className="rounded-s px-1 text-muted hover:text-ink hover:underline"
      >
        {workflowsTexts.allWorkflows}
      </button>
      {parts.map((part, index) => {
        const path = `${parts.slice(0, index + 1).join('/')}/`
        const isLast = index === parts.length - 1
        return (
          <span key={path} className="flex items-center gap-1">
            <ChevronRight aria-hidden="true" className="size-3.5 text-faint" />
            <button
              type="button"
              {...(isLast && { 'aria-current': 'true' as const })}
              onClick={() => onOpen(path)}
              className="rounded-s px-1 text-muted hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink"
            >
              {part}
            </button>
          </span>
        )
      })}
    </nav>
  )
}

/** The folders directly in the open one. */
export function FolderList({ folders, folder, onOpen }: FolderProps & { folders: readonly WorkflowFolder[] }) {
  if (folders.length === 0) return null
  return (
    <ul aria-label={workflowsTexts.folders} className="flex flex-wrap gap-2 border-b px-4 py-3">
      {folders.map(({ name, workflows }) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => onOpen(`${folder}${name}/`)}
            className="flex h-8 items-center gap-2 rounded-m border bg-surface px-2.5 hover:border-line-strong hover:bg-hover"
          >
            <Folder aria-hidden="true" className="size-3.75 text-accent" />
            <span className="max-w-60 truncate font-medium">{name}</span>
            <span className="text-small text-faint">{workflowsTexts.workflowsIn(workflows)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
