'use client'

import { Tag, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import { workflowsTexts } from './texts/workflows.ts'
import type { WorkflowList } from './use-workflow-list.ts'

/** Tags beyond which their own search field is shown. */
const mostAtAGlance = 10

/** The tags that the workflows of the list have, with the number of workflows for each; several may be chosen. */
export function TagFilter({ list: { params, facets, toggleTag } }: { list: WorkflowList }) {
  // A tag of the address stays among the choices, even when no workflow has it.
  const missing = params.tag.filter((tag) => !facets.tags.some(({ value }) => value === tag))
  const tags = [...facets.tags, ...missing.map((value) => ({ value, count: 0 }))]
  if (tags.length === 0) return null
  return (
    <>
      <Popover
        label={workflowsTexts.tags}
        trigger={
          <Button icon={<Tag />} className="font-normal">
            {workflowsTexts.tags}
          </Button>
        }
      >
        <TagChoices tags={tags} chosen={params.tag} onToggle={toggleTag} />
      </Popover>
      {params.tag.map((tag) => (
        <span
          key={tag}
          className="inline-flex h-7 max-w-full items-center rounded-s border border-accent bg-accent-soft pl-2 text-accent"
        >
          <span className="max-w-40 truncate">{escapeInvisible(tag)}</span>
          <button
            type="button"
            aria-label={workflowsTexts.removeTag(escapeInvisible(tag))}
            onClick={() => toggleTag(tag)}
            className="grid size-6.5 shrink-0 place-items-center hover:text-ink"
          >
            <X className="size-3" />
          </button>
        </span>
      ))}
    </>
  )
}

interface TagChoicesProps {
  tags: WorkflowList['facets']['tags']
  chosen: readonly string[]
  onToggle(tag: string): void
}

function TagChoices({ tags, chosen, onToggle }: TagChoicesProps) {
  const [text, setText] = useState('')
  const id = useId()
  const wanted = text.trim().toLowerCase()
  const shown = tags.filter(({ value }) => value.toLowerCase().includes(wanted))
  return (
    <div className="flex w-56 flex-col gap-1">
      {tags.length > mostAtAGlance && (
        <Input
          type="search"
          aria-label={workflowsTexts.findTag}
          placeholder={workflowsTexts.findTag}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mb-1"
        />
      )}
      <ul aria-label={workflowsTexts.tags} className="flex max-h-76 flex-col overflow-y-auto">
        {shown.map(({ value, count }, index) => (
          <li key={value} className="flex h-8 shrink-0 items-center gap-2 rounded-s px-1.5 hover:bg-hover">
            <Checkbox id={`${id}-${index}`} checked={chosen.includes(value)} onCheckedChange={() => onToggle(value)} />
            <label htmlFor={`${id}-${index}`} className="flex min-w-0 flex-1 items-center gap-2">
              <span className="flex-1 truncate">{escapeInvisible(value)}</span>
              <span className="text-small text-muted">{formatNumber(count)}</span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="px-1.5 py-1 text-muted">{workflowsTexts.noTagMatches}</p>}
    </div>
  )
}

/** The tags of a workflow in its row; each filters the list, or takes its filter off again. */
export function RowTags({ tags, chosen, onToggle }: { tags: readonly string[] } & Omit<TagChoicesProps, 'tags'>) {
  const shown = tags.slice(0, mostInRow)
  const rest = tags.slice(mostInRow)
  return (
    <>
      {shown.map((tag) => (
        <button
          key={tag}
          type="button"
          aria-pressed={chosen.includes(tag)}
          title={workflowsTexts.filterByTag(escapeInvisible(tag))}
          onClick={() => onToggle(tag)}
          className="group relative z-1 h-6 max-w-32 min-w-6 shrink-0 max-sm:hidden"
        >
          <span className="block truncate rounded-[5px] bg-idle-soft px-1.5 text-[12px]/4.5 font-medium text-idle group-hover:text-ink group-aria-pressed:bg-accent-soft group-aria-pressed:text-accent">
            {escapeInvisible(tag)}
          </span>
        </button>
      ))}
      {rest.length > 0 && (
        <span title={rest.map(escapeInvisible).join(', ')} className="relative z-1 shrink-0 text-small max-sm:hidden">
          {workflowsTexts.moreTags(rest.length)}
        </span>
      )}
    </>
  )
}

/** Tags that a row shows; the rest are counted. */
const mostInRow = 3
