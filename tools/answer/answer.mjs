// Draws a reply of Nonna as Discord shows it, into docs/answer.png: a command at her console, its
// answer in Discord's web components, and a headless browser. From the repository's root:
//
//   npm install --prefix /tmp/answer @skyra/discord-components-core puppeteer-core @sparticuz/chromium esbuild
//   NODE_PATH=/tmp/answer/node_modules node tools/answer/answer.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(join(process.env.NODE_PATH, "x.js"));
const chromium = (await import(require.resolve("@sparticuz/chromium"))).default;
const puppeteer = require("puppeteer-core");
const command = "/camicia #447247122283566119055";

const folder = mkdtempSync(join(tmpdir(), "answer-"));
const env = { ...process.env, NONNA_TRACES: folder, NONNA_DB: join(folder, "nonna.db"), LC_ALL: "C", DISCORD_TOKEN: "" };
const lines = execFileSync("go", ["run", "./bot", "console"], { input: command, env, encoding: "utf8" }).trim().split("\n");
const buttons = lines.filter((l) => l.startsWith("  press")).map((l) => l.replace(/^ *press \d+ */, ""));
const at = lines.findIndex((l) => l.startsWith("Deal: "));
const title = lines[at - 1];
const text = lines.slice(0, at - 1).join("<br>").replace(/^\S+ \S+/, "<b>$&</b>"); // the verdict is bold in Discord
const deal = lines[at].replace("Deal: ", "");
const picture = readFileSync(join(folder, readdirSync(folder).find((f) => f.endsWith(".png")))).toString("base64");

const avatar = (letter, colour) => "data:image/svg+xml;base64," + Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
<rect width="40" height="40" fill="${colour}"/><text x="20" y="28" font-size="22" font-family="sans-serif" text-anchor="middle" fill="white">${letter}</text></svg>`).toString("base64");

const html = `<body style="margin:0;background:#313338;width:720px">
<discord-messages no-background style="border:0">
<discord-message author="Nonna" bot avatar="${avatar("N", "#a0307c")}" timestamp="12:01">
<discord-command slot="reply" author="Anna" avatar="${avatar("A", "#3ba55c")}" command="${command.split(" ")[0]}"></discord-command>
<discord-embed slot="embeds" embed-title="${title}" color="#2e7d4f" image="data:image/png;base64,${picture}">
<discord-embed-description slot="description">${text}</discord-embed-description>
<discord-embed-fields slot="fields"><discord-embed-field field-title="Deal">${deal.split(" · ").map((d) => `<discord-code>${d}</discord-code>`).join(" · ")}</discord-embed-field></discord-embed-fields>
<discord-embed-footer slot="footer">Dealt by Anna</discord-embed-footer>
</discord-embed>
<discord-attachments slot="components"><discord-action-row>
${buttons.map((b) => `<discord-button type="secondary">${b}</discord-button>`).join("")}
</discord-action-row></discord-attachments>
</discord-message></discord-messages></body>`;

const browser = await puppeteer.launch({ args: chromium.args, executablePath: await chromium.executablePath(), headless: "shell" });
const page = await browser.newPage();
await page.setViewport({ width: 720, height: 200, deviceScaleFactor: 1.5 });
await page.setContent(html);
const bundle = { contents: 'import "@skyra/discord-components-core"', resolveDir: process.env.NODE_PATH };
const built = require("esbuild").buildSync({ stdin: bundle, bundle: true, write: false, format: "iife" });
await page.addScriptTag({ content: built.outputFiles[0].text });
await page.waitForNetworkIdle();
await (await page.$("discord-messages")).screenshot({ path: "docs/answer.png" });
await browser.close();
