/**
 * Loaded into the server's process (`--import`) by `npm run hostile`: reports over IPC each time that its event loop did
 * not turn for a while.
 *
 * Decision: what is reported is no more than the processor time that the process used meanwhile, because on a busy
 * machine it may just not have had its turn.
 */
const tickMs = 5;
const reportedMs = 25;

let turnedAt = performance.now();
let usage = process.cpuUsage();

setInterval(() => {
  const now = performance.now();
  const used = process.cpuUsage(usage);
  const wallMs = now - turnedAt - tickMs;
  const milliseconds = Math.min(wallMs, (used.user + used.system) / 1_000);
  if (milliseconds >= reportedMs) {
    const to = performance.timeOrigin + now;
    process.send?.({ stall: { milliseconds, from: to - wallMs - tickMs, to } });
  }
  turnedAt = now;
  usage = process.cpuUsage();
}, tickMs).unref();

// The parent's end of it keeps no process alive.
process.channel?.unref();
