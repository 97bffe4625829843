'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp, PencilRuler, Play, Workflow } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { Template } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { RunWorkflowDialog } from '#components/runs/start/run-workflow-dialog.tsx'
import { Logo } from '#components/shell/frame/logo.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { publishTemplate } from '#components/workflows/templates/publish-template.ts'
import { TemplateSketch, TemplateSummary } from '#components/workflows/templates/template-sketch.tsx'
import { overviewTexts } from './texts/overview.ts'

/** The page before the first run: what Heddle is, and the shortest way to a completed run. */
export function Welcome({ hasWorkflows }: { hasWorkflows: boolean }) {
  const api = useApi()
  const templates = useQuery(api.workflows.templates.queryOptions(undefined, { staleTime: Infinity }))
  const [ready, setReady] = useState<Published | null>(null)
  const attempt = useTryTemplate(setReady)
  const error = attempt.error ?? templates.error
  return (
    <div className="mx-auto grid max-w-200 gap-6 px-6 py-12 max-sm:py-8">
      <header className="grid justify-items-start gap-2">
        <Logo className="mb-2 size-9 text-accent" />
        <h2 className="text-heading">{overviewTexts.drawWorkflowRunItLose}</h2>
        <p className="max-w-140 text-muted">{overviewTexts.heddleRunsWhatYouDraw}</p>
      </header>
      {error && (
        <Callout tone="failed" alert>
          {apiFailure(error).message}
        </Callout>
      )}
      <section aria-label={overviewTexts.examples} className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {templates.isPending && [1, 2].map((n) => <Skeleton key={n} className="h-44 rounded-l" />)}
        {inOrder(templates.data ?? []).map((template, index) => (
          <TemplateCard
            key={template.id}
            template={template}
            isFirst={index === 0}
            isBusy={attempt.isPending}
            isStarting={attempt.isPending && attempt.variables.id === template.id}
            onRun={() => attempt.mutate(template)}
          />
        ))}
      </section>
      <footer className="flex flex-wrap items-center gap-2 border-t pt-5">
        <span className="mr-1 text-muted">{overviewTexts.orStartYourOwn}</span>
        <Button asChild>
          <Link href="/workflows?new=blank">
            <PencilRuler />
            {overviewTexts.blankWorkflow}
          </Link>
        </Button>
        <Button asChild>
          <Link href="/workflows?new=import">
            <FileUp />
            {overviewTexts.importYAML}
          </Link>
        </Button>
        {hasWorkflows && (
          <Button asChild>
            <Link href="/workflows">
              <Workflow />
              {overviewTexts.yourWorkflows}
            </Link>
          </Button>
        )}
      </footer>
      {ready && (
        <RunWorkflowDialog
          workflow={ready.name}
          version={ready.version}
          sampleInput={ready.template.sampleInput}
          onClose={() => setReady(null)}
        />
      )}
    </div>
  )
}

/** Templates by length of text, the shortest first: fewer steps to a completed run. */
const inOrder = (templates: readonly Template[]) => templates.toSorted((a, b) => a.text.length - b.text.length)

interface TemplateCardProps {
  template: Template
  isFirst: boolean
  isBusy: boolean
  isStarting: boolean
  onRun(): void
}

function TemplateCard({ template, isFirst, isBusy, isStarting, onRun }: TemplateCardProps) {
  return (
    <article className="grid content-between gap-4 rounded-l border border-line-strong bg-surface p-4">
      <div className="grid gap-3">
        <TemplateSketch text={template.text} />
        <div>
          <h3 className="text-title">{template.name}</h3>
          <p className="text-muted">{template.description}</p>
          <p className="text-small text-faint">
            <TemplateSummary text={template.text} />
          </p>
        </div>
      </div>
      <Button look={isFirst ? 'primary' : 'plain'} size="large" icon={<Play />} disabled={isBusy} onClick={onRun}>
        {isStarting ? overviewTexts.preparing : overviewTexts.runExample}
        <span className="sr-only"> {template.name}</span>
      </Button>
    </article>
  )
}

interface Published {
  readonly name: string
  readonly version: number
  readonly template: Template
}

/** Creates and publishes a workflow from a template in one step, so that a newcomer is one form away from a run. */
function useTryTemplate(onReady: (published: Published) => void) {
  const api = useApi()
  const client = useApiClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (template: Template): Promise<Published> => ({
      ...(await publishTemplate(client, template)),
      template,
    }),
    onSuccess: onReady,
    onSettled: () => queryClient.invalidateQueries(api.workflows.pathFilter()),
  })
}
