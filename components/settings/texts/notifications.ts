/** Texts of `components/settings/notifications`. A function gives a sentence around its values. */
export const notificationTexts = {
  // mail-section
  mailAboutTasks: 'Mail about tasks',
  whatItIs: 'A mail has a link to the task. To open it decides nothing.',
  noMailServer: 'No mail is sent: no mail server is set up. Set HEDDLE_SMTP_URL and HEDDLE_MAIL_FROM to turn mail on.',
  notInDirectory: 'Mail goes to people. Add them under Preferences, or act as one of them, to choose what they get.',

  // mail-form
  mailAddress: 'Mail address',
  noMailWithout: 'Without an address you get no mail.',
  howOften: 'How often',
  paces: { off: 'Off', minutes: 'Immediately', hour: 'Hourly', day: 'Daily' },
  paceHints: {
    off: 'You get no mail about tasks.',
    minutes: 'At most one mail in five minutes, with all tasks since the last one.',
    hour: 'At most one mail an hour, with all tasks since the last one.',
    day: 'At most one mail a day, with all tasks since the last one.',
  },
  about: 'About',
  kinds: {
    opened: 'Tasks that ask me by name',
    opened_group: 'Tasks that ask my group',
    handed_over: 'Tasks handed over to me',
    reminded: 'Reminders of tasks of mine',
    escalated: 'Late tasks that are escalated to me',
  },
  quietHours: 'Quiet hours',
  quietMeans: 'Mail waits until they end.',
  from: 'From',
  to: 'To',
  timeZone: 'Time zone',
  quietDays: 'Quiet all day',
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  save: 'Save',
  saved: 'Saved',
  sendTest: 'Send a test mail',
  testUnderWay: 'The test mail is under way. Its state appears below.',

  // mail-list
  lastMails: 'Last mails to you',
  lastMailsOnes: 'The last twenty, kept for thirty days.',
  noMails: 'No mails yet.',
  tasksMail: 'About tasks',
  testMail: 'Test mail',
  sendAgain: 'Send again',
  underWayAgain: 'The mail is under way again.',
  states: { waiting: 'Waiting', sent: 'Sent', dropped: 'Not needed', failed: 'Failed' },
  undelivered: 'Mails that failed',
  undeliveredOnes: 'The mail server refused them, or did not take them within two days.',
  noneFailed: 'None.',
  waiting: (count: number) => (count === 1 ? '1 mail is waiting.' : `${count} mails are waiting.`),
} as const
