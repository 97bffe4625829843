'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { Template } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { workflowsTexts } from '../texts/workflows.ts'
import { type TemplateFacts, templateFacts } from './template-facts.ts'
import { TemplatePreview } from './template-preview.tsx'

interface Known {
  readonly template: Template
  readonly facts: TemplateFacts
}

/** The list of templates, with a preview of the selected one beside it. */
export function TemplateList() {
  const api = useApi()
  const templates = useQuery(api.workflows.templates.queryOptions(undefined, { staleTime: Infinity }))
  const known = useMemo(
    () => (templates.data ?? []).map((template): Known => ({ template, facts: templateFacts(template) })),
    [templates.data],
  )
  const [tag, setTag] = useState<string | null>(null)
  const [chosenId, setChosen] = useState<string | null>(null)
  if (templates.isPending) return <Skeleton className="h-32" />
  if (templates.isError) return <Callout tone="failed">{apiFailure(templates.error).message}</Callout>
  const shown = known.filter(({ facts }) => tag === null || facts.tags.includes(tag))
  const chosen = shown.find(({ template }) => template.id === chosenId) ?? shown[0]
  const tags = [...new Set(known.flatMap(({ facts }) => facts.tags))].toSorted()
  return (
    <div className="grid gap-3">
      <fieldset aria-label={workflowsTexts.filterTemplates} className="flex flex-wrap gap-1.5">
        {[null, ...tags].map((each) => (
          <button
            key={each ?? ''}
            type="button"
            aria-pressed={each === tag}
            onClick={() => setTag(each)}
            className="h-6 rounded-[6px] border border-line-strong px-2 text-small font-[550] text-muted hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {each ?? workflowsTexts.all}
          </button>
        ))}
      </fieldset>
      <div className="grid grid-cols-[15rem_1fr] items-start gap-4 max-md:grid-cols-1">
        <ul aria-label={workflowsTexts.templates} className="grid max-h-[52vh] gap-1 overflow-y-auto max-md:max-h-60">
          {shown.map(({ template, facts }) => (
            <li key={template.id}>
              <button
                type="button"
                aria-pressed={template === chosen?.template}
                onClick={() => setChosen(template.id)}
                className={classNames(
                  'grid w-full gap-0.5 rounded-m border border-transparent px-2.5 py-2 text-left hover:bg-hover',
                  'aria-pressed:border-accent aria-pressed:bg-accent-soft',
                )}
              >
                <span className="truncate font-semibold">{template.name}</span>
                <span className="truncate text-small text-muted">
                  {facts.steps === 1 ? workflowsTexts.oneStep : workflowsTexts.steps(facts.steps)}
                  {facts.tags.length > 0 && ` · ${facts.tags.join(', ')}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {chosen && <TemplatePreview key={chosen.template.id} {...chosen} />}
      </div>
    </div>
  )
}
