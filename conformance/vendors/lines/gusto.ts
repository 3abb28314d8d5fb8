import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@gusto/embedded-api"],
  open: (load) =>
    new (load("@gusto/embedded-api").GustoApi)({ BASE: "https://api.gusto.com", TOKEN: "token" }),
  values: { host: "api.gusto.com", company_id: "c1" },
  lines: [
    ["gusto.get_company", {}, (gusto) => gusto.companies.getCompanies({ companyId: "c1" })],
    [
      "gusto.list_employees",
      { page: 2, per: 25, terminated: false, include: "custom_fields" },
      (gusto, args) =>
        gusto.employees.getCompanyEmployees({
          companyId: "c1",
          ...args,
          include: ["custom_fields"],
        }),
    ],
    [
      "gusto.create_employee",
      { first_name: "Jürgen", last_name: "O'Neil", email: "a@e.org", date_of_birth: "1990-01-02" },
      (gusto, requestBody) => gusto.employees.postEmployees({ companyId: "c1", requestBody }),
    ],
    [
      "gusto.update_employee",
      { employee_id: "e1", version: "56d0", first_name: "Ada" },
      (gusto, { employee_id, ...requestBody }) =>
        gusto.employees.putEmployees({ employeeId: employee_id, requestBody }),
    ],
    [
      "gusto.get_payroll",
      { payroll_id: "p1", include: "benefits" },
      (gusto) =>
        gusto.payrolls.getCompanyPayroll({ companyId: "c1", payrollId: "p1", include: "benefits" }),
    ],
    [
      "gusto.list_payrolls",
      { start_date: "2026-01-01", end_date: "2026-12-31", include: "taxes" },
      (gusto, { start_date, end_date }) =>
        gusto.payrolls.getCompanyPayrolls({
          companyId: "c1",
          startDate: start_date,
          endDate: end_date,
          include: ["taxes"],
        }),
    ],
    [
      "gusto.create_termination",
      { employee_id: "e1", effective_date: "2026-12-31", run_termination_payroll: true },
      (gusto, { employee_id, ...requestBody }) =>
        gusto.employeeTermination.postEmployeesEmployeeIdTerminations({
          employeeId: employee_id,
          requestBody,
        }),
    ],
    [
      "gusto.list_employee_jobs",
      { employee_id: "e1" },
      (gusto) => gusto.jobsAndCompensations.getEmployeesEmployeeIdJobs({ employeeId: "e1" }),
    ],
    [
      "gusto.list_pay_schedules",
      {},
      (gusto) => gusto.paySchedules.getCompanyPaySchedules({ companyId: "c1" }),
    ],
    [
      "gusto.list_contractors",
      {},
      (gusto) => gusto.contractors.getCompanyContractors({ companyId: "c1" }),
    ],
  ],
} satisfies VendorClient;
