import { type ReactNode, useId } from 'react'

export interface SettingsSectionProps {
  title: string
  /** The purpose of the section, in a sentence or two. */
  about: ReactNode
  /** An anchor, for links. */
  id?: string
  aside?: ReactNode
  children: ReactNode
}

/** One subject of the settings: its explanation on top, the controls below. */
export function SettingsSection({ title, about, id, aside, children }: SettingsSectionProps) {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} className="grid gap-4 py-6.5 max-md:py-5">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="grid max-w-140 min-w-0 gap-1">
          <h2 id={headingId} className="text-title">
            {title}
          </h2>
          <p className="text-pretty text-muted">{about}</p>
        </div>
        {aside && <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">{aside}</div>}
      </header>
      {children}
    </section>
  )
}
