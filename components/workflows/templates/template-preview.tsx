'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PencilRuler, Play } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { apiFailure } from '#components/api/api-failure.ts'
import type { Template } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { runPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { useCreateWorkflow } from '../create/use-create-workflow.ts'
import { workflowsTexts } from '../texts/workflows.ts'
import { publishTemplate } from './publish-template.ts'
import { TemplateConnections } from './template-connections.tsx'
import type { TemplateFacts } from './template-facts.ts'
import { useTemplateConnections } from './use-template-connections.ts'
import { WorkflowSketch } from './workflow-sketch.tsx'

/** The preview of a template: its graph, its description, its inputs. */
export function TemplatePreview({ template, facts }: { template: Template; facts: TemplateFacts }) {
  const create = useCreateWorkflow()
  const connections = useTemplateConnections(facts.connections)
  const run = useRunTemplate()
  const isBusy = create.isBusy || run.isBusy
  const error = create.error ?? run.error
  return (
    <article aria-label={template.name} className="grid gap-3 rounded-l border border-line-strong p-3.5">
      {error && (
        <Callout tone="failed" alert>
          {error}
        </Callout>
      )}
      <header className="grid gap-1">
        <h3 className="text-title">{template.name}</h3>
        <p>{template.description}</p>
      </header>
      <div className="grid max-h-64 justify-items-center overflow-auto rounded-m bg-sunken p-3">
        <WorkflowSketch text={template.text} className="w-full" />
      </div>
      {facts.shows !== '' && <p className="text-small text-muted">{facts.shows}</p>}
      <p className="flex flex-wrap items-center gap-1.5 text-small text-muted">
        {workflowsTexts.input}
        {facts.inputs.map(({ name, title, required }) => (
          <Chip key={name} title={required ? 'required' : 'optional'}>
            {title}
          </Chip>
        ))}
      </p>
      <TemplateConnections {...connections} />
      <footer className="flex flex-wrap gap-2 border-t pt-3">
        <Button
          look="primary"
          icon={<PencilRuler />}
          disabled={isBusy}
          onClick={() => create.fromTemplate(template.id, connections.chosen)}
        >
          {workflowsTexts.templateLabel}
        </Button>
        <Button
          icon={<Play />}
          disabled={isBusy || !connections.isReady}
          onClick={() => run.start(template, connections.chosen)}
        >
          {run.isBusy ? workflowsTexts.starting : workflowsTexts.runExample}
        </Button>
        <span className="self-center text-small text-faint">{workflowsTexts.with(inShort(template.sampleInput))}</span>
      </footer>
    </article>
  )
}

const mostLetters = 60

function inShort(input: object): string {
  const text = JSON.stringify(input)
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text
}

interface RunRequest {
  readonly template: Template
  readonly connections: Readonly<Record<string, string>>
}

/** The usual address of Heddle, as sample inputs have it. */
const usualAddress = 'http://127.0.0.1:3000'

/** A sample input with the address at which this Heddle is open. */
const sampleHere = (input: Template['sampleInput']): Template['sampleInput'] =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, value === usualAddress ? location.origin : value]),
  )

/** Creates, publishes and runs a template with its sample input in one click, and shows the run. */
function useRunTemplate() {
  const api = useApi()
  const client = useApiClient()
  const router = useRouter()
  const queryClient = useQueryClient()
  const run = useMutation({
    mutationFn: async ({ template, connections }: RunRequest) => {
      const { name, version } = await publishTemplate(client, template, connections)
      return client.runs.start.mutate({ workflow: name, version, input: sampleHere(template.sampleInput) })
    },
    onSuccess: ({ runId }) => router.push(runPath(runId)),
    onSettled: () => queryClient.invalidateQueries(api.workflows.pathFilter()),
  })
  return {
    isBusy: run.isPending || run.isSuccess,
    error: run.error ? apiFailure(run.error).message : undefined,
    start: (template: Template, connections: RunRequest['connections']) => run.mutate({ template, connections }),
  }
}
