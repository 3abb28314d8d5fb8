import { describe, expect, it } from "vitest";
import { isEnglish } from "./english.ts";

describe("isEnglish", () => {
  it.each([
    "Erstelle eine Aufgabe in Asana",
    "Rechnung in Xero erstellen",
    "crée une facture dans Xero",
    "envía un correo a Juan",
    "criar uma tarefa no Asana",
    "crea un'attività in Asana",
    "stuur een bericht naar Jan in Slack",
    "skapa en uppgift i Asana",
    "send en mail til Lars",
    "luo tehtävä Asanaan",
    "wyślij wiadomość na Slacku",
    "Asana'da yeni bir görev oluştur",
    "buat tugas baru di Asana",
    "создай задачу в Asana",
    "在 Salesforce Marketing Cloud 中创建联系人",
    "GitHubに課題を作成する",
    "Asana에 작업 만들기",
    "أنشئ مهمة في Asana",
    "สร้างงานใน Asana",
  ])("is false for %j", (task) => expect(isEnglish(task)).toBe(false));

  it.each([
    "send an email to 田中",
    'post "Bonjour à tous les amis" in Slack',
    "get lat/long for 12 Rue de Rivoli, Paris",
    "add José to the Los Angeles team",
    "upload résumé to Google Drive",
    "order me pizza",
    "create invoice Xero",
    "Slack",
    "12345 67890",
    "blorf the snizzle wug",
  ])("is true for %j", (task) => expect(isEnglish(task)).toBe(true));
});
