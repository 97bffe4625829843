'use client'

import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface TabItem {
  value: string
  label: ReactNode
  /** A count behind the label. */
  count?: number | undefined
  content: ReactNode
}

export interface TabsProps {
  tabs: readonly TabItem[]
  value: string
  onValueChange(value: string): void
  label: string
  /** At the right end of the row of tabs. */
  aside?: ReactNode
  className?: string
  contentClassName?: string
}

export function Tabs({ tabs, value, onValueChange, label, aside, className, contentClassName }: TabsProps) {
  return (
    <Primitive.Root
      value={value}
      onValueChange={onValueChange}
      className={classNames('flex min-h-0 min-w-0 flex-col', className)}
    >
      <div className="flex h-9 shrink-0 items-stretch gap-2 border-b px-2">
        <Primitive.List aria-label={label} className="flex min-w-0 items-stretch gap-0.5 overflow-x-auto">
          {tabs.map((tab) => (
            <Primitive.Trigger
              key={tab.value}
              value={tab.value}
              className="relative flex items-center gap-1.5 rounded-s px-1.5 font-medium whitespace-nowrap text-muted after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:text-ink data-[state=active]:after:bg-accent"
            >
              {tab.label}
              {tab.count !== undefined && <span className="font-normal text-faint">{tab.count}</span>}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {aside && <div className="ml-auto flex shrink-0 items-center gap-2">{aside}</div>}
      </div>
      {tabs.map((tab) => (
        <Primitive.Content
          key={tab.value}
          value={tab.value}
          className={classNames('min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2', contentClassName)}
        >
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
