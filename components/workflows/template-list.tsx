'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { Callout } from '#components/ui/callout.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TemplateSketch } from './template-sketch.tsx'
import { useCreateWorkflow } from './use-create-workflow.ts'

/** The examples, as beginnings. */
export function TemplateList() {
  const api = useApi()
  const templates = useQuery(api.workflows.templates.queryOptions(undefined, { staleTime: Infinity }))
  const create = useCreateWorkflow()
  if (templates.isPending) return <Skeleton className="h-32" />
  if (templates.isError) return <Callout tone="failed">{apiFailure(templates.error).message}</Callout>
  return (
    <div className="grid gap-3">
      {create.error && (
        <Callout tone="failed" alert>
          {create.error}
        </Callout>
      )}
      <ul className="grid gap-2">
        {templates.data.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              disabled={create.isBusy}
              onClick={() => create.fromTemplate(template.id)}
              className="group flex w-full items-center gap-4 rounded-m border border-line-strong px-3.5 py-3 text-left hover:border-faint hover:bg-hover"
            >
              <TemplateSketch text={template.text} />
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span className="font-semibold">{template.name}</span>
                <span className="text-small text-muted">{template.description}</span>
              </span>
              <ArrowRight className="size-4 text-faint group-hover:text-ink" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
