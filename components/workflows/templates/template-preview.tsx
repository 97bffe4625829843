'use client'

import { PencilRuler, Play } from 'lucide-react'
import type { Template } from '#components/api/models.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { useCreateWorkflow } from '../create/use-create-workflow.ts'
import type { TemplateFacts } from './template-facts.ts'
import { useRunTemplate } from './use-run-template.ts'
import { WorkflowSketch } from './workflow-sketch.tsx'

/** The preview of a template: its graph, its description, its inputs. */
export function TemplatePreview({ template, facts }: { template: Template; facts: TemplateFacts }) {
  const create = useCreateWorkflow()
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
        Asks for
        {facts.inputs.map(({ name, title, required }) => (
          <Chip key={name} title={required ? 'required' : 'optional'}>
            {title}
          </Chip>
        ))}
      </p>
      <footer className="flex flex-wrap gap-2 border-t pt-3">
        <Button
          look="primary"
          icon={<PencilRuler />}
          disabled={isBusy}
          onClick={() => create.fromTemplate(template.id)}
        >
          Use it
        </Button>
        <Button icon={<Play />} disabled={isBusy} onClick={() => run.start(template)}>
          {run.isBusy ? 'Starting…' : 'Run it now'}
        </Button>
        <span className="self-center text-small text-faint">with {inShort(template.sampleInput)}</span>
      </footer>
    </article>
  )
}

const mostLetters = 60

function inShort(input: object): string {
  const text = JSON.stringify(input)
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text
}
