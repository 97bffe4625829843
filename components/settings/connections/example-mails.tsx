'use client'

import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { ExampleMail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { LoadedList } from '../loaded-list.tsx'
import { Rows } from '../rows.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { connectionsTexts } from './texts/connections.ts'

const lookEveryMs = 3_000

/** The mails that the example mail server of local mode has received. */
export function ExampleMails() {
  const api = useApi()
  const mails = useQuery(api.connections.exampleMails.queryOptions(undefined, { refetchInterval: lookEveryMs }))
  return (
    <SettingsSection
      id="example-mails"
      title={connectionsTexts.exampleMails}
      about={connectionsTexts.exampleMailsAbout}
    >
      <LoadedList<ExampleMail>
        title={connectionsTexts.exampleMails}
        query={mails}
        icon={<Mail />}
        nothing={connectionsTexts.noMails}
        nothingAbout={connectionsTexts.noMailsAbout}
        textsOf={({ from, to, subject, text }) => [from, to, subject, text]}
      >
        {(items) => (
          <Rows label={connectionsTexts.exampleMails}>
            {items.map((mail) => (
              <MailRow key={mail.id} {...mail} />
            ))}
          </Rows>
        )}
      </LoadedList>
    </SettingsSection>
  )
}

function MailRow({ subject, from, to, text, receivedAt }: ExampleMail) {
  return (
    <li className="grid gap-1 px-3.5 py-2.5">
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 font-semibold wrap-anywhere">{subject || connectionsTexts.noSubject}</span>
        <span className="ml-auto text-small text-muted">
          <Instant at={receivedAt} />
        </span>
      </span>
      <span className="text-small text-muted wrap-anywhere">{connectionsTexts.fromTo(from, to)}</span>
      <p className="whitespace-pre-wrap wrap-anywhere">
        {text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => (
          // A text is never reordered.
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key
          <MailPart key={index} text={part} />
        ))}
      </p>
    </li>
  )
}

/** A part of the text of a mail: a link where it is an address of this Heddle. */
function MailPart({ text }: { text: string }) {
  if (!text.startsWith(`${location.origin}/`)) return text
  return (
    <a href={text} className="text-accent underline">
      {text}
    </a>
  )
}
