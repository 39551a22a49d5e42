// A coding agent that does what it was told to: node scripted-repairer.mjs <folder>
// <folder>/script.json holds a list of steps for each call; <folder>/calls.json what each call got and where it stood.
// Steps: {write: {path: text}} (relative to the working folder, or absolute)  {remove: path}  {link: [path, target]}
//   {replace: [path, old, new]}  {git: [words]}  {say: text}  {warn: text}  {exit: code}
//   {hang: true} starts a child and one in a session of its own, writes all pids to <folder>/pids.json, and stays
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2];
const file = (name) => path.join(folder, name);
const read = (name, other) => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), 'utf8')) : other);
let prompt = '';
for await (const chunk of process.stdin) prompt += chunk;
const calls = read('calls.json', []);
const steps = read('script.json', [])[calls.length] ?? [];
calls.push({ prompt, cwd: process.cwd(), args: process.argv.slice(3), env: Object.keys(process.env) });
writeFileSync(file('calls.json'), JSON.stringify(calls));

const put = (target, text) => {
  mkdirSync(path.dirname(path.resolve(target)), { recursive: true });
  writeFileSync(target, text);
};
for (const step of steps) {
  for (const [target, text] of Object.entries(step.write ?? {})) put(target, text);
  if (step.replace) {
    const [target, old, fresh] = step.replace;
    const text = readFileSync(target, 'utf8');
    if (!text.includes(old)) throw new Error(`${target} does not hold ${old}`);
    put(target, text.replace(old, fresh));
  }
  if (step.remove) rmSync(step.remove, { recursive: true });
  if (step.link) symlinkSync(step.link[1], step.link[0]);
  if (step.git) execFileSync('git', step.git, { stdio: 'ignore' });
  if (step.say) console.log(step.say);
  if (step.warn) console.error(step.warn);
  if (step.exit !== undefined) process.exit(step.exit);
  if (step.hang) {
    const forever = ['-e', 'setInterval(() => {}, 1000)'];
    const child = spawn(process.execPath, forever, { stdio: 'ignore' });
    const daemon = spawn(process.execPath, forever, { stdio: 'ignore', detached: true });
    put(file('pids.json'), JSON.stringify([process.pid, child.pid, daemon.pid]));
    await new Promise(() => setInterval(() => undefined, 1000));
  }
}
