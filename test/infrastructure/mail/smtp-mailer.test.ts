/** The adapter on a mail server that records what it receives. */
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { smtpMailer } from '../../../src/infrastructure/mail/smtp-mailer.ts';

let server: Server;
let url: string;
const commands: string[] = [];
const messages: string[] = [];
let rejects = false;

/** Speaks as much SMTP as one mail needs. */
function serve(socket: Socket): void {
  let text = '';
  let inData = false;
  socket.write('220 test\r\n');
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
    for (;;) {
      const end = inData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + (inData ? 5 : 2));
      if (inData) {
        messages.push(line);
        inData = false;
        socket.write('250 ok\r\n');
        continue;
      }
      commands.push(line);
      if (line.startsWith('DATA')) {
        inData = true;
        socket.write('354 go on\r\n');
      } else if (line.startsWith('RCPT') && rejects) socket.write('550 no such user\r\n');
      else socket.write('250 ok\r\n');
    }
  });
}

beforeAll(async () => {
  server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  commands.length = 0;
  messages.length = 0;
  rejects = false;
});

const failures: string[] = [];
const mailer = () => smtpMailer(url, (code) => failures.push(code));
const headersOf = (message: string) => (message.split('\r\n\r\n')[0] ?? '').split('\r\n');

test('a notice is sent to one recipient as plain text', async () => {
  const sent = await mailer().sendText({
    to: 'ada@example.com',
    subject: 'Approval needed',
    text: 'Line one\nLine two',
  });
  expect(sent).toBe(true);
  expect(commands.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@example.com>']);
  const [message = ''] = messages;
  expect(headersOf(message)).toEqual(
    expect.arrayContaining([
      'Subject: Approval needed',
      'To: ada@example.com',
      'Auto-Submitted: auto-generated',
    ]),
  );
  expect(message).toContain('Line one\r\nLine two');
});

test.each([
  ['a line break in the subject', { subject: 'x\r\nBcc: eve@example.com\r\n\r\nbody' }],
  ['a line break and a bell in the subject', { subject: 'x\nX-Injected: 1\u0007' }],
])('%s adds no header', async (_, { subject }) => {
  expect(await mailer().sendText({ to: 'ada@example.com', text: 'text', subject })).toBe(true);
  const names = headersOf(messages[0] ?? '').map((line) => line.split(':')[0]?.toLowerCase());
  expect(names).not.toContain('bcc');
  expect(names).not.toContain('x-injected');
  expect(commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(1);
});

test.each([
  ['ada@example.com, eve@example.com'],
  ['ada@example.com\r\nBcc: eve@example.com'],
  ['"ada" <ada@example.com>'],
  ['ada'],
])('%j is no single address, and nothing is sent', async (to) => {
  expect(await mailer().sendText({ to, subject: 'x', text: 'text' })).toBe(false);
  expect(commands).toEqual([]);
  expect(failures.at(-1)).toBe('EADDRESS');
});

test('a mail that the server rejects is reported by a code without the address', async () => {
  rejects = true;
  expect(await mailer().sendText({ to: 'ada@example.com', subject: 'x', text: 'text' })).toBe(false);
  expect(failures.at(-1)).toBe('EENVELOPE');
});
